import type { DistrictId } from '#packages/core'
import { hashFile, readArchive, signArchive, type OpenStore } from './archive-logs.ts'
import type { ArchiveRow } from './archive-queries.ts'
import type { SealRow } from './seal-queries.ts'

export interface ArchiveFinding {
  kind: 'archive removed' | 'archive changed'
  detail: string
}

interface ArchiveCheck {
  district: DistrictId
  /** Undefined if this program has no object store: then the file cannot be read. */
  open: OpenStore | undefined
  archive: ArchiveRow
  before: ArchiveRow | undefined
  /** The last seal of the file, if it is known here. */
  seal: SealRow | undefined
}

/** Whether an archive file is the one that was recorded, and the record the one that was signed. */
export async function checkArchive({ district, open, archive, before, seal }: ArchiveCheck): Promise<ArchiveFinding[]> {
  const { signature, ...record } = archive
  const changed = (detail: string): ArchiveFinding[] => [{ kind: 'archive changed', detail }]
  if (!signature.equals(signArchive(district, record))) return changed('the signature of its record is not ours')
  if (!archive.previous.equals(before?.signature ?? Buffer.alloc(0))) return changed('its record follows another one')
  if (seal && !archive.seal.equals(seal.signature)) return changed('it was made from other seals')
  const file = open && (await readArchive(await open(), archive.object_key))
  if (!file) return [{ kind: 'archive removed', detail: `the file ${archive.object_key} is missing` }]
  return hashFile(file).equals(archive.digest) ? [] : changed(`the file ${archive.object_key} is another one`)
}
