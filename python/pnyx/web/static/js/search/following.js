// Following a search that runs on the server, whatever happens to the connection.

import { api } from "../api.js";

const OVER = new Set(["done", "failed", "stopped"]);
const AGAIN = 2000;

/** Call `onprogress` while a search runs. Returns its job at the end; `signal` stops following it. */
export function follow(id, { onprogress = () => {}, signal } = {}) {
  return new Promise((resolve, reject) => {
    let events = null;
    let waiting = 0;
    const close = () => {
      clearTimeout(waiting);
      events.close();
    };
    const listen = () => {
      events = api.events(id);
      events.addEventListener("progress", (event) => onprogress(JSON.parse(event.data)));
      events.addEventListener("end", (event) => {
        close();
        resolve(JSON.parse(event.data));
      });
      events.addEventListener("error", interrupted);
    };
    const interrupted = async () => {
      // The browser connects again by itself, unless the server is gone, has forgotten the search or has no room.
      try {
        const job = await api.job(id);
        if (signal?.aborted) return;
        if (OVER.has(job.state)) {
          close();
          resolve(job);
        } else if (events.readyState === EventSource.CLOSED) {
          clearTimeout(waiting);
          waiting = setTimeout(listen, AGAIN);
        }
      } catch (problem) {
        close();
        reject(problem);
      }
    };
    signal?.addEventListener("abort", () => {
      close();
      reject(new DOMException("no longer followed", "AbortError"));
    });
    listen();
  });
}
