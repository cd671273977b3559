import { unavailable, type Ctx } from '#packages/core'
import { isStoreUnavailable } from '#packages/objects/index.ts'
import type { ObjectStore } from '#packages/objects/index.ts'
import { openFileStore } from '../installation.ts'

/** Calls the object store for a request and turns an unavailable store into a refusal. */
export async function callObjectStore<T>(
  ctx: Pick<Ctx, 'app'>,
  call: (objects: ObjectStore) => Promise<T>,
): Promise<T> {
  try {
    return await call(await openFileStore(ctx))
  } catch (error) {
    throw isStoreUnavailable(error) ? unavailable() : error
  }
}
