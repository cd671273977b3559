import { createPhoneEntityPicker } from '#packages/web/light/form/reference-field.tsx'
import { room, roomApi } from '../../contract-rooms.ts'

/** Searches the rooms of a school that are in use. */
export default createPhoneEntityPicker(room, roomApi, ({ building, name }) => [building, name].join(' ').trim())
