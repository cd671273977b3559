export { diskStore, type DiskSettings } from './disk.ts'
export { isStoreAway } from './away.ts'
export { objectsOnDemand, openObjects, s3Settings } from './open.ts'
export { attachment } from './disposition.ts'
export { ensureBucket } from './s3-bucket.ts'
export { s3Store } from './s3.ts'
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
} from './store.ts'
