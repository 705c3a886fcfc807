export { openApiDocument, type OpenApiDocument, type OpenApiSettings } from './open-api-document.ts'
export { ErrorBody } from '../failures/error-body.ts'
