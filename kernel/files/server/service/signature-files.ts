import { signatureOwnerKind, type SignatureFiles } from '#kernel/approval/server/api.ts'
import { releaseFiles } from './claims.ts'
import { claimPicture } from './pictures.ts'
import { listOwnerFiles } from './readable-files.ts'

/** Signatures of approvals: each picture is a record of its own, so that it outlives the next one of its person. */
export const signatureFiles: SignatureFiles = {
  claim: (ctx, fileId) => claimPicture(ctx, { kind: signatureOwnerKind, id: fileId }, fileId, 'fileId'),
  release: (ctx, fileId) => releaseFiles(ctx, { kind: signatureOwnerKind, id: fileId }),
  listUrls: async (ctx, ids) => {
    const files = await listOwnerFiles(ctx, { kind: signatureOwnerKind, ids })
    return new Map([...files].flatMap(([id, [file]]) => (file ? [[id, file.url]] : [])))
  },
}
