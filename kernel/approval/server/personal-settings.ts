import { getContribution, invalid, type Ctx } from '#packages/core'
import { defaultPhrases } from '../contract.ts'
import { isFlowAdministrator } from './flow-readers.ts'
import {
  deleteSignatureFile,
  findPhrases,
  findSignatureFile,
  isSignatureShownTo,
  isSignatureUsed,
  listOrgsOfSignature,
  lockSignatureFile,
  savePhraseRow,
  saveSignatureFile,
} from './personal-queries.ts'

/** What the module of files does with signatures; it stands above this one. */
export interface SignatureFiles {
  /** Claims an upload of the actor; refuses what is not a picture. */
  claim: (ctx: Ctx, fileId: string) => Promise<void>
  release: (ctx: Ctx, fileId: string) => Promise<void>
  /** Links to these pictures, by file. Callers have checked that the actor may see them. */
  listUrls: (ctx: Ctx, fileIds: readonly string[]) => Promise<ReadonlyMap<string, string>>
}

declare module '#packages/core/app.ts' {
  interface Contributions {
    signatureFiles: SignatureFiles
  }
}

const filesOf = (ctx: Ctx) => getContribution(ctx, 'signatureFiles')

/** Links to the signatures of a request, by file. */
export const listSignatureUrls = async (ctx: Ctx, fileIds: readonly string[]): Promise<ReadonlyMap<string, string>> =>
  fileIds.length === 0 ? new Map() : filesOf(ctx).listUrls(ctx, fileIds)

async function toSignature(ctx: Ctx, fileId: string | null) {
  const urls = await listSignatureUrls(ctx, fileId ? [fileId] : [])
  return { fileId, url: (fileId && urls.get(fileId)) ?? '' }
}

export const getSignature = async (ctx: Ctx) => toSignature(ctx, await findSignatureFile(ctx.db, ctx.actor.personId))

/** The picture with which the actor signs from now on; null removes it. What was signed keeps its picture. */
export async function saveSignature(ctx: Ctx, { fileId }: { fileId: string | null }) {
  const { personId } = ctx.actor
  const before = await lockSignatureFile(ctx.db, personId)
  if (fileId !== before) {
    if (fileId) {
      await filesOf(ctx).claim(ctx, fileId)
      await saveSignatureFile(ctx.db, personId, fileId, ctx.now)
    } else await deleteSignatureFile(ctx.db, personId)
    if (before && !(await isSignatureUsed(ctx.db, before))) await filesOf(ctx).release(ctx, before)
  }
  return toSignature(ctx, fileId)
}

/** Nobody signs with the handwriting of somebody else. The row is locked, so that the picture is not released meanwhile. */
export async function requireOwnSignature(ctx: Ctx, fileId: string | null | undefined) {
  if (fileId && fileId !== (await lockSignatureFile(ctx.db, ctx.actor.personId)))
    throw invalid([{ field: 'signatureFileId', msg: '请使用本人的签名' }])
}

export const signatureOwnerKind = 'flow-signature'

/** Signatures are files that own themselves: the person sees them, and the people of the requests that they stand in. */
export const signatureOwner = {
  kind: signatureOwnerKind,
  canRead: async (ctx: Ctx, fileId: string): Promise<boolean> => {
    const { personId } = ctx.actor
    if ((await findSignatureFile(ctx.db, personId)) === fileId) return true
    if (await isSignatureShownTo(ctx.db, fileId, personId)) return true
    if (!ctx.actor.permissions.has('flow.manage')) return false
    for (const orgId of await listOrgsOfSignature(ctx.db, fileId))
      if (await isFlowAdministrator(ctx, orgId)) return true
    return false
  },
}

export const listPhrases = async (ctx: Ctx) => ({
  phrases: (await findPhrases(ctx.db, ctx.actor.personId)) ?? [...defaultPhrases],
})

export async function savePhrases(ctx: Ctx, { phrases }: { phrases: readonly string[] }) {
  const chosen = [...new Set(phrases)]
  await savePhraseRow(ctx.db, ctx.actor.personId, chosen)
  return { phrases: chosen }
}
