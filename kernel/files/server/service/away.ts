import { unavailable } from '#packages/core'
import { isStoreAway } from '#packages/objects/index.ts'
import type { ObjectStore } from '#packages/objects/index.ts'
import { installation } from '../installation.ts'

/** Asks the object store something on somebody's behalf. When it does not answer, that is what they are told. */
export async function askStore<T>(ask: (objects: ObjectStore) => Promise<T>): Promise<T> {
  try {
    return await ask(await installation.objects())
  } catch (error) {
    throw isStoreAway(error) ? unavailable() : error
  }
}
