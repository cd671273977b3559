import type { DistrictId } from '#packages/core'

// Where things lie in the object store. Names of files never get there: they may be somebody's.

/** What was uploaded and not looked at. Nothing here is ever served. */
export const quarantineKey = (district: DistrictId, fileId: string) => `quarantine/${district}/${fileId}`
export const fileKey = (district: DistrictId, fileId: string) => `files/${district}/${fileId}`
export const thumbKey = (district: DistrictId, fileId: string) => `thumb/${district}/${fileId}.webp`
/** By content: the same document is converted once for a district. */
export const previewKey = (district: DistrictId, sha256: Buffer) => `preview/${district}/${sha256.toString('hex')}.pdf`
