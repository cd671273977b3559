export { createDiskStore, type DiskSettings } from './disk-store.ts'
export { isStoreUnavailable } from './store-unavailable.ts'
export { createLazyObjectStore, openObjectStore, readS3Settings } from './open-store.ts'
export { attachmentHeader } from './content-disposition.ts'
export { ensureBucket } from './s3-bucket.ts'
export { createS3Store } from './s3-store.ts'
export type { S3Settings } from './s3-client.ts'
export type {
  ByteRange,
  Content,
  DownloadLink,
  ObjectFacts,
  ObjectInfo,
  ObjectPage,
  ObjectStore,
  PartLink,
  StoredObject,
  StoredPart,
  UploadLink,
} from './object-store.ts'
