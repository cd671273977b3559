import { inDistrict } from '#packages/db'
import type { Outside } from '#packages/jobs'
import { installation } from '../installation.ts'
import { previewKey } from '../keys.ts'
import { deleteOrphans, markOrphans } from '../preview-queries.ts'

const keptMs = 3600_000
const atOnce = 200

/** Marked, then its object, then the row: whatever breaks off in between is found by the next one. */
export async function sweepPreviews({ cells, districtId, now }: Outside) {
  const objects = await installation.objects()
  for (;;) {
    const orphans = await inDistrict(cells, districtId, (db) =>
      markOrphans(db, new Date(now.getTime() - keptMs), atOnce),
    )
    if (orphans.length === 0) return
    for (const sha256 of orphans) await objects.delete(previewKey(districtId, sha256))
    await inDistrict(cells, districtId, (db) => deleteOrphans(db, orphans))
  }
}
