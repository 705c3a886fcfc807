export { FilesUnavailable, type FilesTrouble, type ObjectStore, type StoredObject } from './object-store.ts'
export { bucketSetting, s3Settings, type S3Access } from './s3-settings.ts'
export { bucketStore, s3Store } from './s3-store.ts'
export { watchStore } from './store-watch.ts'
