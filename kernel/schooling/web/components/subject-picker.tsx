import { createEntityPicker } from '#packages/web/desk/entity/reference-picker.tsx'
import { subject, subjectApi } from '../../contract.ts'

/** Searches the subjects of the district and of a school that are in use. */
export default createEntityPicker(subject, subjectApi)
