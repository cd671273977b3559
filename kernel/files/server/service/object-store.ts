import { unavailable } from '#packages/core'
import { isStoreUnavailable } from '#packages/objects/index.ts'
import type { ObjectStore } from '#packages/objects/index.ts'
import { installation } from '../installation.ts'

/** Asks the object store something on somebody's behalf. When it does not answer, that is what they are told. */
export async function callObjectStore<T>(call: (objects: ObjectStore) => Promise<T>): Promise<T> {
  try {
    return await call(await installation.objects())
  } catch (error) {
    throw isStoreUnavailable(error) ? unavailable() : error
  }
}
