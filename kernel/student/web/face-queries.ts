import { call, callRaw } from '#packages/web/core/call.ts'
import type { QueryDefinition } from '#packages/web/core/query-client.ts'
import { queryOf } from '#packages/web/core/query-of.ts'
import type { DataOf } from '#packages/contract'
import { taskApi, type Task } from '#kernel/task/contract.ts'
import { faceZipBytes, studentApi, type FaceItem, type FaceZipOutcome, type FaceState } from '../contract.ts'
import { parseNodeId, studentKey } from './student-tree.ts'

export const facesPerPage = 60
export type FacePage = DataOf<typeof studentApi.faces>

export const facePageQuery = (node: string, state: FaceState | undefined, pageNumber: number) =>
  queryOf([...studentKey, 'faces'], studentApi.faces, {
    query: { ...parseNodeId(node), state, pageNumber, pageSize: facesPerPage },
  })

const maxPerRequest = 200

/** All faces of a class or school in the given states. */
export async function fetchAllFaces(node: string, states: readonly FaceState[]): Promise<FaceItem[]> {
  const items: FaceItem[] = []
  for (const state of states)
    for (let pageNumber = 1; ; pageNumber += 1) {
      const page = await call(studentApi.faces, {
        query: { ...parseNodeId(node), state, pageNumber, pageSize: maxPerRequest },
      })
      items.push(...page.items)
      if (pageNumber >= page.pageCount) break
    }
  return items
}

/** The version is part of the key, so that a new photo is fetched. */
export const facePhotoQuery = ({
  studentId,
  version,
}: Pick<FaceItem, 'studentId' | 'version'>): QueryDefinition<Blob> => ({
  queryKey: ['face-photo', studentId, version],
  queryFn: ({ signal }) => callRaw(studentApi.facePhoto, { query: { studentId }, signal }),
})

export const uploadFacePhoto = (studentId: string, file: File | Blob) =>
  call(studentApi.uploadFace, { body: { studentId, file: file as never }, noTimeout: true })

export const sendFaceReview = (items: readonly FaceItem[], passes: boolean, reason = '') =>
  call(studentApi.reviewFaces, {
    body: { items: items.map(({ studentId, version }) => ({ studentId, version })), passes, reason },
  })

export const sendFaceRemoval = (studentId: string) => call(studentApi.removeFace, { body: { studentId, reason: '' } })

export const savePaperConsents = (studentIds: readonly string[]) =>
  call(studentApi.paperConsent, {
    body: { studentIds: [...studentIds], purpose: 'face', agrees: true, fileId: null },
  })

/** Sends a zip in pieces and starts the task. Returns the task id. */
export async function uploadFaceZip(
  file: File,
  orgId: string | null,
  onSent: (percent: number) => void,
): Promise<string> {
  const { id, pieces } = await call(studentApi.beginFaceZip, { body: { orgId, bytes: file.size } })
  for (let piece = 0; piece < pieces; piece += 1) {
    const part = file.slice(piece * faceZipBytes.piece, (piece + 1) * faceZipBytes.piece)
    await call(studentApi.sendFaceZipPiece, { body: { id, piece, file: part as never }, noTimeout: true })
    onSent(((piece + 1) / pieces) * 100)
  }
  return (await call(studentApi.startFaceZip, { body: { id } })).taskId
}

export interface FaceZipProgress {
  task: Task | undefined
  outcome: FaceZipOutcome | null
}

/** The progress and outcome of a zip. */
export const faceZipProgressQuery = (taskId: string): QueryDefinition<FaceZipProgress> => ({
  queryKey: [...studentKey, 'face-zip', taskId],
  queryFn: async ({ signal }) => {
    const outcome = await call(studentApi.faceZipOutcome, { query: { taskId }, signal })
    const tasks = outcome ? [] : await call(taskApi.list, { signal })
    return { outcome, task: tasks.find(({ id }) => id === taskId) }
  },
})
