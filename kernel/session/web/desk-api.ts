/** Parts of the pages outside districts. */
export { OutsidePasswordDialog } from './personal/outside-password-dialog.tsx'
