import type { Handlers } from '../../platform/context.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { signedUrl } from '../../platform/secrets/signed-links.ts';
import { storeUpload } from './uploads.ts';

export const filesHandlers = {
  'POST /v1/upload/{type}': async (context, { type, file }) => {
    const incoming = { shopId: context.caller.shopId, purpose: type, file, field: 'file' };
    const { id, bytes, sha256 } = await inTransaction(context.db, (tx) =>
      storeUpload({ ...context, db: tx }, incoming),
    );
    return { fileId: id, url: await signedUrl(context, id), bytes, sha256 };
  },
} satisfies Partial<Handlers>;
