import { createEntityPicker } from '#packages/web/desk/entity/reference-picker.tsx'
import { room, roomApi } from '../../contract.ts'

/** Searches the rooms of a school that are in use. */
export default createEntityPicker(room, roomApi, ({ building, name }) => [building, name].join(' ').trim())
