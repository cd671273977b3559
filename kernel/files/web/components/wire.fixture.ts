import { vi } from 'vitest'
import { z } from 'zod'
import { newId, Ret } from '#packages/core'
import { filesApi, type Attachment, type UploadState } from '../../contract.ts'
import { createAttachment } from '../upload/store.fixture.ts'

interface Stored {
  file: Attachment
  done: Set<number>
  status: UploadState['status']
  message: string
}

/** A fake network: the server behind fetch, and the store behind XMLHttpRequest. */
export function createWire() {
  const files = new Map<string, Stored>()
  const removed: string[] = []
  let refusal = ''
  let isPaused = false
  let waiting: (() => void)[] = []

  const stateOf = (id: string): UploadState => {
    const { file, done, status, message } = files.get(id)!
    return {
      id,
      status,
      partBytes: 1000,
      partCount: 1,
      done: [...done],
      message,
      file: status === 'ready' ? file : null,
    }
  }
  const answers: Record<string, (given: Record<string, string>) => unknown> = {
    [filesApi.limits.path]: () => ({ maxBytes: 100 * 1024 * 1024, maxFiles: 20, suffixes: ['pdf', 'jpg'] }),
    [filesApi.initUpload.path]: ({ name }) => {
      const file = createAttachment(newId(), name!)
      files.set(file.id, { file, done: new Set(), status: 'uploading', message: '' })
      return z.encode(filesApi.initUpload.data, stateOf(file.id))
    },
    [filesApi.partLinks.path]: ({ id }) => [{ part: 1, url: `https://store.example/${id}/1` }],
    [filesApi.completeUpload.path]: ({ id }) => {
      const stored = files.get(id!)!
      stored.status = refusal ? 'refused' : 'ready'
      stored.message = refusal
      return z.encode(filesApi.completeUpload.data, stateOf(id!))
    },
    [filesApi.removeUpload.path]: ({ id }) => {
      removed.push(id!)
      return null
    },
    [filesApi.detail.path]: ({ id }) => {
      const file = files.get(id!)?.file
      return file && z.encode(filesApi.detail.data, file)
    },
  }

  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit = {}) => {
    const url = new URL(address, 'https://qiming.example')
    const parameters = body
      ? (JSON.parse(body as string) as Record<string, string>)
      : Object.fromEntries(url.searchParams)
    const data = answers[url.pathname]!(parameters)
    const envelope =
      data === undefined ? { ret: Ret.notFound, msg: '不存在', data: null } : { ret: Ret.ok, msg: '', data }
    return new Response(JSON.stringify(envelope), { headers: { 'content-type': 'application/json' } })
  })
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends EventTarget {
      upload = new EventTarget()
      status = 0
      url = ''
      open(_method: string, url: string) {
        this.url = url
      }
      abort() {
        this.dispatchEvent(new Event('abort'))
      }
      send() {
        const end = () => {
          files.get(this.url.split('/')[3]!)!.done.add(1)
          this.status = 200
          this.dispatchEvent(new Event('load'))
        }
        if (isPaused) waiting.push(end)
        else queueMicrotask(end)
      }
    },
  )

  return {
    removed,
    newId,
    knows: (file: Attachment) => files.set(file.id, { file, done: new Set(), status: 'ready', message: '' }),
    idOf: (name: string) => [...files.values()].find(({ file }) => file.name === name)!.file.id,
    refuse: (message: string) => {
      refusal = message
    },
    /** Holds parts back until `release`. */
    pauseParts: () => {
      isPaused = true
    },
    release: () => {
      isPaused = false
      for (const end of waiting) end()
      waiting = []
    },
    close: () => vi.unstubAllGlobals(),
  }
}
export type Wire = ReturnType<typeof createWire>
