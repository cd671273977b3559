import type { DistrictId } from '#packages/core'

// Keys in the object store. They never contain file names, because names may be personal data.

/** Unchecked uploads. Objects here are never served. */
export const quarantineKey = (district: DistrictId, fileId: string) => `quarantine/${district}/${fileId}`
export const fileKey = (district: DistrictId, fileId: string) => `files/${district}/${fileId}`
export const thumbKey = (district: DistrictId, fileId: string) => `thumb/${district}/${fileId}.webp`
/** By content hash: the same document is converted once per district. */
export const previewKey = (district: DistrictId, sha256: Buffer) => `preview/${district}/${sha256.toString('hex')}.pdf`
