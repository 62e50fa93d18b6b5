import { effect } from '@preact/signals';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '../../src/data/api-error.ts';
import { pages } from '../../src/data/pages.ts';
import { clearPerson } from '../../src/data/person.ts';
import { invalidateAll, oldestShown, resource } from '../../src/data/resource.ts';

/** A fetcher that answers when the test says so. */
function slow<T>() {
  const asked: { input: unknown; answer(data: T): void; fail(error: unknown): void; signal: AbortSignal }[] =
    [];
  const fetcher = (input: unknown, signal: AbortSignal) =>
    new Promise<T>((answer, fail) => asked.push({ input, answer, fail, signal }));
  return { asked, fetcher };
}

const turn = () => new Promise((done) => setTimeout(done));
const watching: (() => void)[] = [];
afterEach(() => {
  for (const stop of watching.splice(0)) stop();
});
/** A screen that draws it. */
const watch = (draw: () => void) => watching.push(effect(draw));

describe('an answer that comes too late', () => {
  test('is dropped when a later request was sent', async () => {
    const { asked, fetcher } = slow<string>();
    const name = resource(fetcher);
    void name.refetch('x');
    void name.refetch('x');
    asked[1]?.answer('new');
    await turn();
    asked[0]?.answer('old');
    await turn();
    expect(name.peek('x').data).toBe('new');
    expect(asked[0]?.signal.aborted).toBe(true);
  });

  test('is dropped when an action wrote meanwhile', async () => {
    const { asked, fetcher } = slow<string>();
    const name = resource(fetcher);
    void name.refetch('x');
    name.set('x', 'written');
    asked[0]?.answer('asked before');
    await turn();
    expect(name.peek('x')).toMatchObject({ data: 'written', loading: false });
  });

  test('is dropped when the person changed', async () => {
    const { asked, fetcher } = slow<string>();
    const name = resource(fetcher);
    void name.refetch('x');
    clearPerson();
    asked[0]?.answer('of somebody else');
    await turn();
    expect(name.peek('x').data).toBeUndefined();
    expect(asked[0]?.signal.aborted).toBe(true);
  });

  test('is dropped when it is a failure, too', async () => {
    const { asked, fetcher } = slow<string>();
    const name = resource(fetcher);
    void name.refetch('x');
    void name.refetch('x');
    asked[1]?.answer('new');
    await turn();
    asked[0]?.fail(new ApiError('network'));
    await turn();
    expect(name.peek('x')).toMatchObject({ data: 'new', loading: false });
    expect(name.peek('x').error).toBeUndefined();
  });
});

describe('a request', () => {
  test('a request that is made twice while drawing is sent once', async () => {
    const { asked, fetcher } = slow<string>();
    const name = resource(fetcher);
    name.ask('x');
    name.ask('x');
    await turn();
    expect(asked).toHaveLength(1);
  });

  test('a request with other inputs is another one', async () => {
    const { asked, fetcher } = slow<string>();
    const name = resource(fetcher);
    name.ask({ status: 'shipped' });
    name.ask({ status: 'completed' });
    await turn();
    expect(asked.map(({ input }) => input)).toEqual([{ status: 'shipped' }, { status: 'completed' }]);
  });

  test('a request soon after another shows what is known; a later one is sent, and the old data stays meanwhile', async () => {
    const { asked, fetcher } = slow<string>();
    const name = resource(fetcher, { freshMs: 20 });
    name.ask('x');
    await turn();
    asked[0]?.answer('first');
    await turn();
    expect(name.ask('x').peek()).toMatchObject({ data: 'first', loading: false });
    await vi.waitFor(() => {
      name.ask('x');
      expect(name.peek('x').loading).toBe(true);
    });
    expect(name.peek('x').data).toBe('first');
  });

  test('a request for what is on show is not sent again by drawing it again', async () => {
    const { asked, fetcher } = slow<string>();
    const name = resource(fetcher, { freshMs: 1 });
    watch(() => void name.ask('x').value);
    await turn();
    asked[0]?.answer('first');
    await turn();
    expect(asked).toHaveLength(1);
  });
});

describe('invalidated data', () => {
  test('is requested at once where it is on show, the rest when it is drawn', async () => {
    const { asked, fetcher } = slow<string>();
    const name = resource(fetcher);
    name.set('shown', 'a');
    name.set('hidden', 'b');
    watch(() => void name.ask('shown').value);
    invalidateAll();
    await turn();
    expect(asked.map(({ input }) => input)).toEqual(['shown']);
    name.ask('hidden');
    await turn();
    expect(asked.map(({ input }) => input)).toEqual(['shown', 'hidden']);
  });
});

test('data on show when the person changes is gone at once, and requested again', async () => {
  const { asked, fetcher } = slow<string>();
  const name = resource(fetcher);
  let seen: unknown;
  watch(() => {
    seen = name.ask('x').value.data;
  });
  await turn();
  asked[0]?.answer('of the one before');
  await turn();
  expect(seen).toBe('of the one before');
  clearPerson();
  expect(seen).toBeUndefined();
  await turn();
  expect(asked).toHaveLength(2);
});

test('a failure keeps the data and its age, and a retry clears the error', async () => {
  const { asked, fetcher } = slow<string>();
  const name = resource(fetcher);
  name.set('x', 'old');
  const { at } = name.peek('x');
  void name.refetch('x');
  asked[0]?.fail(new ApiError('network'));
  await turn();
  expect(name.peek('x')).toMatchObject({ data: 'old', at, loading: false, error: { code: 'network' } });
  void name.refetch('x');
  asked[1]?.answer('new');
  await turn();
  expect(name.peek('x').data).toBe('new');
  expect(name.peek('x').error).toBeUndefined();
});

test('the age of the screen is the age of the oldest thing on it', () => {
  vi.useFakeTimers({ now: 1_000, toFake: ['Date'] });
  const name = resource(slow<string>().fetcher);
  name.set('old', 'a');
  vi.setSystemTime(5_000);
  name.set('new', 'b');
  watch(() => void [name.ask('old').value, name.ask('new').value]);
  expect(oldestShown()).toBe(1_000);
  vi.useRealTimers();
});

describe('a list by cursor', () => {
  const row = (id: number) => ({ id: String(id) });
  const rows = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => row(from + at));
  type Input = { cursor?: string; limit?: number };

  /** Sixty rows, newest first, in pages; `head` rows were added at the top since. */
  const source = () => {
    const asked: Input[] = [];
    let head = 0;
    const fetch = async (input: Input) => {
      asked.push(input);
      const from = input.cursor ? Number(input.cursor) : -head;
      const to = from + (input.limit ?? 20);
      return { list: rows(from, Math.min(to, 60)), nextCursor: to < 60 ? String(to) : null };
    };
    return { asked, fetch, add: (count: number) => (head += count) };
  };

  test('grows downwards until the end, and stops asking there', async () => {
    const { asked, fetch } = source();
    const list = pages(fetch);
    await list.refetch({});
    for (let page = 0; page < 5; page++) await list.more({});
    expect(list.peek({}).data?.list.map(({ id }) => id)).toEqual(rows(0, 60).map(({ id }) => id));
    expect(list.peek({}).data?.nextCursor).toBeNull();
    expect(asked).toEqual([{ limit: 16 }, { cursor: '16' }, { cursor: '36' }, { cursor: '56' }]);
  });

  test('brings one page where it is asked twice at once for more', async () => {
    const { asked, fetch } = source();
    const list = pages(fetch);
    await list.refetch({});
    await Promise.all([list.more({}), list.more({})]);
    expect(asked).toHaveLength(2);
    expect(list.peek({}).data?.list).toHaveLength(36);
  });

  test('shows no row twice, also when a page overlaps', async () => {
    const list = pages(async ({ cursor }: Input) => ({
      list: cursor ? rows(18, 38) : rows(0, 20),
      nextCursor: cursor ? null : 'x',
    }));
    await list.refetch({});
    await list.more({});
    expect(list.peek({}).data?.list).toHaveLength(38);
  });

  test('comes back from a refresh as long as one answer may be, with what is new on top', async () => {
    const { asked, fetch, add } = source();
    const list = pages(fetch);
    await list.refetch({});
    await list.more({});
    add(2);
    await list.refetch({});
    expect(asked.at(-1)).toEqual({ limit: 36 });
    expect(list.peek({}).data?.list[0]).toEqual(row(-2));
    expect(list.peek({}).data?.list).toHaveLength(36);
  });

  test('comes back from a refresh with all its rows where they are more than are refetched, and what left is gone', async () => {
    let all = rows(0, 700);
    const list = pages(async ({ cursor, limit = 20 }: Input) => {
      const to = Number(cursor ?? 0) + limit;
      return { list: all.slice(to - limit, to), nextCursor: to < all.length ? String(to) : null };
    });
    await list.refetch({});
    while ((list.peek({}).data?.list.length ?? 0) < 640) await list.more({});
    const { list: before = [], nextCursor } = list.peek({}).data ?? {};
    all = [row(-1), ...all.filter(({ id }) => id !== row(3).id)];
    await list.refetch({});
    const after = list.peek({}).data;
    expect(after?.list).toEqual([row(-1), ...before.filter(({ id }) => id !== row(3).id)]);
    expect(after?.nextCursor).toBe(nextCursor);
  });

  test('a page that arrives after a refresh is dropped', async () => {
    let late: (() => void) | undefined;
    const list = pages(
      ({ cursor }: Input) =>
        new Promise<{ list: { id: string }[]; nextCursor: string | null }>((answer) => {
          if (!cursor) return answer({ list: rows(0, 20), nextCursor: 'x' });
          late = () => answer({ list: rows(20, 40), nextCursor: null });
        }),
    );
    await list.refetch({});
    const more = list.more({});
    await list.refetch({});
    late?.();
    await more;
    expect(list.peek({}).data?.list).toHaveLength(20);
  });
});
