import { setTimeout as sleep } from 'node:timers/promises'
import { openObjectStore } from '#packages/objects/index.ts'
import { partBytes } from '#kernel/files/contract.ts'
import type { ApiAnswer, ApiClient } from './browser.ts'

/** The wire format: this simulated browser does not import the contract. */
export interface UploadState {
  id: string
  status: 'uploading' | 'checking' | 'ready' | 'refused'
  partCount: number
  done: number[]
  text: string
  file: { fDownUrl: string } | null
}

/** The data of a good answer; throws otherwise. */
export async function requireGood<Data>(answer: Promise<ApiAnswer<Data>>): Promise<Data> {
  const { ret, data, text } = await answer
  if (ret !== 1) throw new Error(text)
  return data
}

export const beginUpload = (who: ApiClient, file: { name: string; size: number; mark: string }) =>
  requireGood(who.post<UploadState>('/api/files/initUpload', file))

export const uploadState = (who: ApiClient, id: string) =>
  requireGood(who.get<UploadState>(`/api/files/uploadState?id=${id}`))

export const completeUpload = (who: ApiClient, id: string) =>
  requireGood(who.post<UploadState>('/api/files/completeUpload', { id }))

export async function linkOfPart(who: ApiClient, id: string, part: number): Promise<string> {
  const [link] = await requireGood(who.post<{ url: string }[]>('/api/files/partLinks', { id, parts: [part] }))
  return link!.url
}

export async function sendPart(who: ApiClient, id: string, bytes: Uint8Array<ArrayBuffer>, part: number) {
  const body = bytes.slice((part - 1) * partBytes, part * partBytes)
  const answer = await fetch(await linkOfPart(who, id, part), { method: 'PUT', body })
  if (!answer.ok) throw new Error(`part ${part}: ${answer.status} ${await answer.text()}`)
}

/** Polls like the browser until the server has checked the file. */
export async function waitUntilReady(who: ApiClient, id: string): Promise<UploadState> {
  for (const deadline = Date.now() + 300_000; Date.now() < deadline; await sleep(50)) {
    const state = await uploadState(who, id)
    if (state.status === 'ready') return state
    if (state.status === 'refused') throw new Error(`refused: ${state.text}`)
  }
  throw new Error('the file was not looked at within five minutes')
}

/** Uploads a file of one part, from its first byte until it is ready. */
export async function uploadWhole(who: ApiClient, name: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const { id } = await beginUpload(who, { name, size: bytes.length, mark: name })
  await sendPart(who, id, bytes, 1)
  await completeUpload(who, id)
  await waitUntilReady(who, id)
  return id
}

/** The stack keeps its objects in memory, so a proof deletes its own, if it created any. */
export async function emptyBucket(bucket: string) {
  const objects = openObjectStore({ ...process.env, QIMING_S3_BUCKET: bucket })
  const { objects: found } = await objects.list('').catch(() => ({ objects: [] }))
  for (const { key } of found) await objects.delete(key)
  objects.close()
}
