"""The explorer: a page on this machine to set up positions, ask about them, and walk through the proofs.

`pnyx web` starts it; it needs Starlette and uvicorn (`pip install pnyx[web]`). `app` joins the parts:

- `security` refuses what does not come from the page itself, and limits sizes;
- `games` reads which position a request speaks of, `states` tells all about it, `editors` change it;
- `jobs` has questions answered, each in a process of its own (`worker`), within `Settings`;
- `proofs` keeps what was found, to be walked node by node.
"""
