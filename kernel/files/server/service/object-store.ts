import { unavailable } from '#packages/core'
import { isStoreUnavailable } from '#packages/objects/index.ts'
import type { ObjectStore } from '#packages/objects/index.ts'
import { installation } from '../installation.ts'

/** Calls the object store for a request and turns an unavailable store into a refusal. */
export async function callObjectStore<T>(call: (objects: ObjectStore) => Promise<T>): Promise<T> {
  try {
    return await call(await installation.objects())
  } catch (error) {
    throw isStoreUnavailable(error) ? unavailable() : error
  }
}
