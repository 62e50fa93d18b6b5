/** Follows a process that writes `App:` and its address once it is ready. */
export function follow(child) {
  let text = '';
  const ended = new Promise((resolve) => child.once('close', resolve));
  const ready = new Promise((resolve, reject) => {
    const read = (chunk) => {
      text += chunk;
      const url = /App:\s+(http:\/\/[\w.:[\]]+)/.exec(text)?.[1];
      if (url) resolve(url);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    ended.then(() => reject(new Error(`The server ended before it was ready: ${text}`)));
  });
  // A caller that waits only for the end does not handle this rejection.
  ready.catch(() => {});
  return { output: () => text, ready, ended };
}
