export { DocumentCamera } from './document-camera.view.tsx'
export type { DocumentCameraProps, DocumentCameraWords, DocumentShape } from './camera-props.ts'
