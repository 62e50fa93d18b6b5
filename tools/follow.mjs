/**
 * Follows a process that writes `App:` and its address once it is ready. `output` is what it has written so far; `ready` is
 * the address, or rejects with its words if it ends before; `ended` is its exit code, null when a signal ended it.
 * @param {import('node:child_process').ChildProcess} child
 * @typedef {ReturnType<typeof follow>} Followed
 */
export function follow(child) {
  let text = '';
  /** @type {Promise<number | null>} */
  const ended = new Promise((resolve) => child.once('close', resolve));
  /** @type {Promise<string>} */
  const ready = new Promise((resolve, reject) => {
    const read = (chunk) => {
      text += chunk;
      const url = /App:\s+(http:\/\/[\w.:[\]]+)/.exec(text)?.[1];
      if (url) resolve(url);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    ended.then(() => reject(new Error(`The server ended before it was ready: ${text}`)));
  });
  // A caller that waits only for the end does not handle this rejection.
  ready.catch(() => {});
  return { output: () => text, ready, ended };
}
