import { ApiError } from './api-error.ts';

/** A refusal in words that say more than the general ones of its code; its field and figures stay. */
export const withMessage = ({ data }: ApiError, message: string, field = data.field) =>
  new ApiError(0, message, { ...data, field });
