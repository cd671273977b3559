import type { BodyOf } from '#packages/contract'
import type { Ctx } from '#packages/core'
import { claimFiles } from '#kernel/files/server'
import type { studentApi } from '../../../contract.ts'
import { requireStudents } from '../students/finding.ts'
import { saveConsents } from './consents.ts'

type Form = BodyOf<typeof studentApi.paperConsent>

/** What a family has signed on paper, as the school enters it. */
export async function savePaperConsent(ctx: Ctx, { studentIds, purpose, agrees, fileId }: Form) {
  const ids = [...new Set(studentIds)]
  await requireStudents(ctx, 'face.manage', ids)
  if (fileId) await claimFiles(ctx, [fileId], { kind: 'consent', id: ids[0]! })
  const saved = await saveConsents(ctx, {
    studentIds: ids,
    purpose,
    agrees,
    channel: 'paper',
    ...(fileId ? { fileId } : {}),
  })
  return { saved }
}
