import { useState, type ReactNode } from 'react'
import { Button } from '../button.tsx'
import { ConfirmAction } from '../confirm-action.tsx'
import { ActionPreviewPanel } from '../list/action-preview.tsx'
import { NoticeDialog } from '../notice-dialog.tsx'
import { QueryState } from '../query-state.tsx'
import { TypedName } from '../typed-name.tsx'
import { PieceHead, Section } from './showcase/piece-head.tsx'
import styles from './showcase.module.css'

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
const refuse = async () => {
  await wait(400)
  throw new Error('没有权限')
}
const loading = { data: undefined, error: null, refetch: () => {} }
const preview = {
  count: 2,
  names: ['罗海燕', '顾晓晴'],
  changes: [{ label: '一(1)班', before: '45 人', after: '43 人', warning: '人数偏少' }],
  consequences: [{ label: '家长', text: '2 人会收到通知' }],
}

type Show = (close: () => void) => ReactNode

/** Every state of a question before an action, and of a notice. */
const questions: readonly (readonly [label: string, show: Show])[] = [
  [
    '一般',
    (close) => (
      <ConfirmAction title="切换单位" submitLabel="切换并查看" submit={() => wait(400)} onClose={close}>
        <p>该消息属于文澜中学，是否切换？</p>
      </ConfirmAction>
    ),
  ],
  [
    '删除',
    (close) => (
      <ConfirmAction
        title="删除角色：教务员"
        submitLabel="删除"
        isDanger
        submit={() => wait(400)}
        done="已删除教务员"
        onClose={close}
      >
        <p>将删除 1 个角色，删除后不能恢复。</p>
      </ConfirmAction>
    ),
  ],
  [
    '被拒绝',
    (close) => (
      <ConfirmAction title="重置密码：罗海燕" submitLabel="重置密码" isDanger submit={refuse} onClose={close}>
        <p>按“重置密码”后，会显示失败的原因。</p>
      </ConfirmAction>
    ),
  ],
  [
    '有障碍',
    (close) => (
      <ConfirmAction
        title="删除角色：教务员"
        submitLabel="删除"
        isDanger
        obstacle="此角色已分配给 2 人，需要先移除成员。"
        submit={() => {}}
        onClose={close}
      >
        <p>将删除 1 个角色。</p>
      </ConfirmAction>
    ),
  ],
  [
    '正在预览',
    (close) => (
      <ConfirmAction title="调班：2 名学生" size="form" submitLabel="调班" isDisabled submit={() => {}} onClose={close}>
        <QueryState query={loading}>{() => null}</QueryState>
      </ConfirmAction>
    ),
  ],
  [
    '有预览',
    (close) => (
      <ConfirmAction
        title="调班：2 名学生"
        size="form"
        submitLabel="调班（2 人）"
        submit={() => wait(400)}
        cancelLabel="上一步"
        note="自 2026-11-18 起"
        onClose={close}
      >
        <ActionPreviewPanel preview={preview} action="调班" noun={{ name: '学生', measure: '名', bare: '人' }} />
      </ConfirmAction>
    ),
  ],
  [
    '两种做法',
    (close) => (
      <ConfirmAction
        title="重置密码：罗海燕"
        submitLabel="重置密码"
        isDanger
        submit={() => wait(400)}
        alternative={{ label: '重置并发短信', submit: () => wait(400) }}
        onClose={close}
      >
        <p>原密码立即失效，本人在所有设备上的登录都会退出。</p>
      </ConfirmAction>
    ),
  ],
  ['输入名称', (close) => <Typed onClose={close} />],
  [
    '告知',
    (close) => (
      <NoticeDialog title="2 人没有处理" closeLabel="知道了" onClose={close}>
        <p>罗海燕：已离岗。</p>
        <p>顾晓晴：没有手机号。</p>
      </NoticeDialog>
    ),
  ],
]

function Typed({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  return (
    <ConfirmAction
      title="合并：城东小学"
      size="form"
      submitLabel="合并"
      isDanger
      hasFields
      isDisabled={typed.trim() !== '城东小学'}
      submit={() => wait(400)}
      onClose={onClose}
    >
      <p>人员、部门和数据转入文澜小学，此后不再单独存在。</p>
      <TypedName lead="合并后不能撤销。请输入" name="城东小学" value={typed} onChange={setTyped} />
    </ConfirmAction>
  )
}

/** The dialogs that ask before an action. */
export default function ConfirmGallery() {
  const [open, setOpen] = useState<Show>()
  return (
    <div className={styles['page']}>
      <PieceHead title="询问" />
      <Section title="每种状态">
        <div className={styles['row']}>
          {questions.map(([label, show]) => (
            <Button key={label} onClick={() => setOpen(() => show)}>
              {label}
            </Button>
          ))}
        </div>
      </Section>
      {open?.(() => setOpen(undefined))}
    </div>
  )
}
