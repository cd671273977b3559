/** Parts of the pages about applications for the pages of developers. */
export { AppIcon } from './components/app-icon.tsx'
export { getApplicationStatus } from './components/manage/application-labels.ts'
export { LogoPicker } from './components/manage/logo-picker.tsx'
export { default as SecretDialog, SecretShown } from './components/manage/secret-dialog.tsx'
