// Following a search that runs on the server, whatever happens to the connection.

import { api } from "../api.js";

const OVER = new Set(["done", "failed", "stopped"]);

/** Call `onprogress` while a search runs. Gives back its job when it is over; `signal` ends the following. */
export function follow(id, { onprogress = () => {}, signal } = {}) {
  return new Promise((resolve, reject) => {
    const events = api.events(id);
    const close = () => events.close();
    signal?.addEventListener("abort", () => {
      close();
      reject(new DOMException("no longer followed", "AbortError"));
    });
    events.addEventListener("progress", (event) => onprogress(JSON.parse(event.data)));
    events.addEventListener("end", (event) => {
      close();
      resolve(JSON.parse(event.data));
    });
    events.addEventListener("error", async () => {
      // The browser connects again by itself, unless the server is gone or has forgotten the search.
      try {
        const job = await api.job(id);
        if (!OVER.has(job.state)) return;
        close();
        resolve(job);
      } catch (problem) {
        close();
        reject(problem);
      }
    });
  });
}
