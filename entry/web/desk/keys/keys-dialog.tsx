import { Checkbox } from 'antd'
import { useState } from 'react'
import { NoticeDialog } from '#packages/web/desk/notice-dialog.tsx'
import { areLetterKeysOn, setLetterKeysOn } from '#packages/web/desk/letter-keys.ts'
import styles from './keys-dialog.module.css'

interface Key {
  keys: string
  does: string
}

const always: readonly Key[] = [
  { keys: 'Ctrl K', does: '搜索' },
  { keys: 'Alt 1 … 9', does: '切换到第几个页面标签' },
  { keys: 'Alt W', does: '关闭当前页面标签' },
  { keys: 'Ctrl Enter', does: '提交表单' },
  { keys: 'Esc', does: '关闭浮层、取消选择' },
]

const letters: readonly Key[] = [
  { keys: 'g h', does: '回到首页' },
  { keys: 'g a', does: '全部功能' },
  { keys: 'g m', does: '信息中心' },
  { keys: '/', does: '搜索当前列表' },
  { keys: 'n', does: '新建' },
  { keys: '?', does: '查看快捷键' },
]

/** The global shortcuts, and the switch for single-letter ones, which are easily pressed by accident. */
export default function KeysDialog({ onClose }: { onClose: () => void }) {
  const [isOn, setOn] = useState(areLetterKeysOn)
  const choose = (isEnabled: boolean) => {
    setLetterKeysOn(isEnabled)
    setOn(isEnabled)
  }
  return (
    <NoticeDialog title="快捷键" size="form" closeLabel="知道了" onClose={onClose}>
      <div className={styles['keys']}>
        <KeyList title="任何时候" keys={always} />
        <KeyList title="不在输入时" keys={letters} isOff={!isOn} />
      </div>
      <Checkbox checked={isOn} onChange={({ target }) => choose(target.checked)}>
        使用单个字母和符号的快捷键
      </Checkbox>
    </NoticeDialog>
  )
}

const KeyList = ({ title, keys, isOff = false }: { title: string; keys: readonly Key[]; isOff?: boolean }) => (
  <section className={styles['group']} data-off={isOff}>
    <h3>
      {title}
      {isOff && '（已关闭）'}
    </h3>
    <dl>
      {keys.map(({ keys: pressed, does }) => (
        <div key={pressed}>
          <dt>{pressed.split(' ').map((one) => (one === '…' ? ` ${one} ` : <kbd key={one}>{one}</kbd>))}</dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  </section>
)
