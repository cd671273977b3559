import { ArrowDownOutlined, ArrowUpOutlined, HistoryOutlined, HolderOutlined, PlusOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { Input, Select, Switch } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { newId } from '#packages/core'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { useRowDrag } from '#packages/web/desk/attachments/use-row-drag.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { SaveBar } from '#packages/web/desk/split-page/save-bar.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { useUnsaved } from '#packages/web/desk/unsaved-changes.ts'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import { tagColors, tagsAtMost, type SettingState, type SettingTag, type SettingTagForm } from '../../contract.ts'
import { saveSettingTags, settingKey } from '../queries.ts'
import { SettingPane } from './setting-form.tsx'
import styles from './tag-editor.module.css'

const History = lazy(() => import('./history-panel.tsx'))

type Line = SettingTagForm & { key: string }
const colorNames: Readonly<Record<(typeof tagColors)[number], string>> = {
  '': '默认',
  blue: '蓝',
  green: '绿',
  orange: '橙',
  red: '红',
  purple: '紫',
  cyan: '青',
  gray: '灰',
}
const colorOptions = tagColors.map((value) => ({ value, label: colorNames[value] }))

const linesOf = (tags: readonly SettingTag[]): Line[] =>
  tags.map(({ id, name, color, isEnabled }) => ({
    key: id,
    id,
    name,
    isEnabled,
    color: tagColors.find((known) => known === color) ?? '',
  }))

interface Props {
  state: SettingState
  tags: readonly SettingTag[]
}

/** The tags of a list, in their order. Unwanted tags are disabled, because records still show them. */
export function TagEditor(props: Props) {
  return <Editor key={props.state.version} {...props} />
}

function Editor({ state, tags }: Props) {
  const isPhone = usePhone()
  const mayEdit = state.mayEdit && !isPhone
  const [lines, setLines] = useState(() => linesOf(tags))
  const [isHistoryOpen, setHistoryOpen] = useState(false)
  const [fresh, setFresh] = useState<string>()
  const isDirty = JSON.stringify(lines) !== JSON.stringify(linesOf(tags))
  const saving = useSaving(state, lines)
  useUnsaved(isDirty)
  const put = (key: string, part: Partial<Line>) =>
    setLines(lines.map((line) => (line.key === key ? { ...line, ...part } : line)))
  const move = (key: string, to: number) => {
    const line = lines.find((one) => one.key === key)
    if (!line || to < 0 || to >= lines.length) return
    const others = lines.filter((one) => one !== line)
    setLines([...others.slice(0, to), line, ...others.slice(to)])
  }
  const drag = useRowDrag(move)
  const add = () => {
    const key = newId()
    setFresh(key)
    setLines([...lines, { key, id: null, name: '', color: '', isEnabled: true }])
  }
  const used = lines.filter(({ isEnabled }) => isEnabled).length
  return (
    <SettingPane
      state={state}
      tools={
        <Button
          size="small"
          type="text"
          icon={<Glyph of={HistoryOutlined} />}
          aria-expanded={isHistoryOpen}
          onClick={() => setHistoryOpen(!isHistoryOpen)}
        >
          修改记录
        </Button>
      }
      foot={
        mayEdit && (
          <SaveBar
            changes={isDirty}
            isBusy={saving.busy}
            note={`使用中 ${used} 个，最多 ${tagsAtMost} 个`}
            onSave={() => void saving.run()}
            onDiscard={() => setLines(linesOf(tags))}
          />
        )
      }
      over={
        isHistoryOpen && (
          <Suspense>
            <History state={state} mayRestore={mayEdit && !isDirty} onClose={() => setHistoryOpen(false)} />
          </Suspense>
        )
      }
    >
      <ul>
        {lines.map((line, at) => (
          <TagLine
            key={line.key}
            line={line}
            at={at}
            mayEdit={mayEdit}
            isFresh={line.key === fresh}
            isLast={at === lines.length - 1}
            isMoving={drag.moving === line.key}
            grip={drag.grip(line.key)}
            onPut={(part) => put(line.key, part)}
            onMove={(to) => move(line.key, to)}
            onDrop={() => setLines(lines.filter((one) => one !== line))}
          />
        ))}
      </ul>
      {lines.length === 0 && <p className={styles['none']}>还没有标签</p>}
      {mayEdit && (
        <div className={styles['add']}>
          <Button icon={<Glyph of={PlusOutlined} />} disabled={used >= tagsAtMost} onClick={add}>
            新建标签
          </Button>
        </div>
      )}
    </SettingPane>
  )
}

function useSaving({ type, orgId }: SettingState, lines: readonly Line[]) {
  const client = useQueryClient()
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const run = async () => {
    if (lines.some(({ name }) => name.trim() === '')) return toast.error('名称不能为空')
    setBusy(true)
    try {
      await saveSettingTags(
        type,
        orgId,
        lines.map(({ id, name, color, isEnabled }) => ({ id, name, color, isEnabled })),
      )
      toast.success('已保存')
      await client.invalidateQueries({ queryKey: settingKey })
    } catch (failed) {
      toast.error(getErrorMessage(failed))
    } finally {
      setBusy(false)
    }
  }
  return { busy, run }
}

interface LineProps {
  line: Line
  at: number
  mayEdit: boolean
  isFresh: boolean
  isLast: boolean
  isMoving: boolean
  grip: object
  onPut: (part: Partial<Line>) => void
  onMove: (to: number) => void
  onDrop: () => void
}

function TagLine({ line, at, mayEdit, isFresh, isLast, isMoving, grip, onPut, onMove, onDrop }: LineProps) {
  const { id, name, color, isEnabled } = line
  const label = name || '新标签'
  if (!mayEdit)
    return (
      <li className={styles['tag']} data-off={!isEnabled || undefined}>
        <span className={styles['dot']} data-color={color} />
        {name}
        {!isEnabled && <span className={styles['off']}>已停用</span>}
      </li>
    )
  return (
    <li className={styles['tag']} data-off={!isEnabled || undefined} data-moving={isMoving || undefined}>
      {/* Only for pointers; the arrow buttons do the same. */}
      <span className={styles['grip']} aria-hidden="true" {...grip}>
        <Glyph of={HolderOutlined} />
      </span>
      <span className={styles['dot']} data-color={color} />
      <Input
        className={styles['name']!}
        aria-label={`第 ${at + 1} 个标签的名称`}
        maxLength={20}
        // The user has just added this row.
        // eslint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={isFresh}
        value={name}
        onChange={({ target }) => onPut({ name: target.value })}
      />
      <Select
        className={styles['color']!}
        aria-label={`${label}的颜色`}
        value={color}
        options={colorOptions}
        onChange={(chosen) => onPut({ color: chosen })}
      />
      <span className={styles['enabled']}>
        <Switch
          size="small"
          aria-label={`使用${label}`}
          checked={isEnabled}
          onChange={(isOn) => onPut({ isEnabled: isOn })}
        />
        {isEnabled ? '使用中' : '已停用'}
      </span>
      <span className={styles['acts']}>
        <Button
          type="text"
          size="small"
          icon={<Glyph of={ArrowUpOutlined} />}
          aria-label={`上移${label}`}
          title="上移"
          disabled={at === 0}
          onClick={() => onMove(at - 1)}
        />
        <Button
          type="text"
          size="small"
          icon={<Glyph of={ArrowDownOutlined} />}
          aria-label={`下移${label}`}
          title="下移"
          disabled={isLast}
          onClick={() => onMove(at + 1)}
        />
        {id === null && (
          <Button type="link" size="small" onClick={onDrop}>
            移除
          </Button>
        )}
      </span>
    </li>
  )
}
