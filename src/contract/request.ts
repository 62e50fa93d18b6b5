/** What is sent for a call: below the address where the calls begin, without a token or a key. */
export interface HttpRequest {
  method: 'GET' | 'POST';
  /** With its query, such as `/v1/order/pay/amount?orderIds=a%2Cb`. */
  path: string;
  headers: Readonly<Record<string, string>>;
  /** Undefined for a GET. */
  body: string | FormData | undefined;
}

/**
 * Splits the name of a call into its method and its path, where `{name}` is still an input field.
 * @example routeOf('POST /v1/upload/{type}'); // { method: 'POST', path: '/v1/upload/{type}' }
 */
export function routeOf(name: string): Pick<HttpRequest, 'method' | 'path'> {
  const [method, path] = name.split(' ') as ['GET' | 'POST', string];
  return { method, path };
}

/**
 * Builds the request of a call. Fields travel in the query of a GET, and else as JSON, or as multipart where one of
 * them is a file; a field that is undefined is left out.
 * @example requestOf('POST /v1/order/list', { status: 'shipped' });
 */
export function requestOf(name: string, input: object): HttpRequest {
  const { method, path: pattern } = routeOf(name);
  const fields = Object.entries(input).filter(([, value]) => value !== undefined);
  const path = pattern.replace(/{(\w+)}/g, (_, field) =>
    encodeURIComponent(String((input as Record<string, unknown>)[field])),
  );
  if (method === 'GET') {
    const query = new URLSearchParams(fields.map(([field, value]) => [field, String(value)]));
    return { method, path: fields.length > 0 ? `${path}?${query}` : path, headers: {}, body: undefined };
  }
  if (!fields.some(([, value]) => value instanceof Blob))
    return {
      method,
      path,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input),
    };
  const body = new FormData();
  for (const [field, value] of fields) body.append(field, value instanceof Blob ? value : String(value));
  return { method, path, headers: {}, body };
}
