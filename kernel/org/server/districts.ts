import { districtId, Refusal, type DistrictId } from '#packages/core'
import { inCell, onConstraint, type Cells, type DirectoryDb } from '#packages/db'
import { inDirectory } from '#packages/db/directory.ts'
import {
  activateDistrict,
  findPendingDistrict,
  insertDistrict,
  listDistricts,
  publishDistricts,
  type DistrictRow,
} from './district-directory-queries.ts'
import { lockHosts, isHostOfOrganisation } from './host-queries.ts'

/**
 * A new district that is not used yet. `registerDistrict` continues a pending one of the same name in the same cell, so
 * that an interrupted creation is repeated.
 */
export async function insertPendingDistrict(db: DirectoryDb, district: DistrictRow, now: Date): Promise<number> {
  const begun = await findPendingDistrict(db, district)
  if (begun) return begun.id
  await lockHosts(db)
  if (district.host !== null && (await isHostOfOrganisation(db, district.host))) throw new Refusal('该域名已被使用')
  return insertDistrict(db, district, now).catch(onConstraint('district_host_key', '该域名已被使用'))
}

/** First step of creating a district: its number and cell are stored as pending, so that the cell can be used. */
export async function registerDistrict(cells: Cells, district: DistrictRow, now: Date) {
  const { id, orgId } = await inDirectory(cells, async (db) => {
    const begun = await findPendingDistrict(db, district)
    return begun ?? { id: await insertPendingDistrict(db, district, now), orgId: district.orgId }
  })
  await publishDistrictList(cells)
  return { district: districtId(id), orgId }
}

/** Last step: the district becomes active. Safe to repeat. */
export async function openDistrict(cells: Cells, district: DistrictId) {
  await inDirectory(cells, (db) => activateDistrict(db, district))
  await publishDistrictList(cells)
}

/**
 * Copies the list of districts to every cell, so that each can route requests. A cell that is down gets it the next
 * time.
 */
export async function publishDistrictList(cells: Cells) {
  const list = await inDirectory(cells, listDistricts)
  const results = await Promise.allSettled(
    cells.ids.map((cell) => inCell(cells, cell, (db) => publishDistricts(db, list))),
  )
  const failures = results.filter((result) => result.status === 'rejected')
  if (failures.length === cells.ids.length) throw failures[0]!.reason
  await cells.refresh()
}
