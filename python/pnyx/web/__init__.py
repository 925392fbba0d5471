"""The explorer: a web page to set up positions, solve them, and walk through the proofs.

`pnyx web` starts it; it needs Starlette and uvicorn (`pip install pnyx[web]`). `app` joins the parts:

- `security` refuses what does not come from the page itself, and limits sizes; `access` asks for a token where others
  than this machine can reach the server, and `connections` ends those whose request does not come to its end;
- `games` reads the position of a request, `states` describes it, `editors` change it;
- `jobs` runs searches, each in a process of its own (`workers` starts it, `answers` runs in it), within `Settings`;
- `proofs` keeps the proofs found, to be walked node by node.

A toolkit such as NiceGUI would have saved the page's own scripts. Plain ones, without a build step, work under a
content policy that allows nothing but this server's own files, show the boards that `pnyx.draw` draws, fetch a proof of
a million nodes node by node, and are tested as what they are, a page.
"""
