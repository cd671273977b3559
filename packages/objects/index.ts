export { diskStore, type DiskSettings } from './disk.ts'
export { openObjects, s3Settings } from './open.ts'
export { ensureBucket, s3Store, type S3Settings } from './s3.ts'
export type {
  ByteRange,
  Content,
  DownloadLink,
  ObjectFacts,
  ObjectInfo,
  ObjectPage,
  ObjectStore,
  StoredObject,
  UploadLink,
} from './store.ts'
