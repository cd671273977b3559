import { defineModule } from '#packages/contract'

export const manifest = defineModule({
  key: 'files',
  title: '文件',
  permissions: {},
  web: { controls: ['files', 'signature'], phoneControls: ['files', 'signature'] },
})
