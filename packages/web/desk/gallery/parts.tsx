import {
  ArrowRightOutlined,
  BellOutlined,
  CheckCircleFilled,
  ClockCircleOutlined,
  CloseCircleFilled,
  DeleteOutlined,
  EditOutlined,
  ExclamationCircleFilled,
  MoreOutlined,
  PlusOutlined,
  StopOutlined,
  RollbackOutlined,
} from '@ant-design/icons'
import { Input } from 'antd'
import { useState } from 'react'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import dots from '../dot-separated.module.css'
import { Glyph, type Icon } from '../glyph.tsx'
import icon from '../icon-button.module.css'
import { SlideOver } from '../slide-over.tsx'
import { SkeletonLines } from '../skeleton.tsx'
import { SmallMenu } from '../small-menu.tsx'
import { StatusTag, type Tone } from '../status-tag.tsx'
import { useToast } from '../toast.tsx'
import { PieceHead, Section } from './showcase/piece-head.tsx'
import styles from './showcase.module.css'

/** One table of state tags for all applications. */
const meanings: readonly [label: string, tone: Tone, icon: Icon][] = [
  ['草稿', 'closed', EditOutlined],
  ['待我处理', 'warning', ClockCircleOutlined],
  ['审批中', 'info', ArrowRightOutlined],
  ['已通过', 'success', CheckCircleFilled],
  ['已退回', 'warning', RollbackOutlined],
  ['已拒绝', 'error', CloseCircleFilled],
  ['已撤回', 'closed', StopOutlined],
  ['逾期', 'error', ExclamationCircleFilled],
]

/** The small components of pages. */
export default function PartsGallery() {
  return (
    <div className={styles['page']}>
      <PieceHead title="小部件" />
      <Section title="状态：图标、文字和颜色">
        <Tags />
        <Tags quiet />
      </Section>
      <Section title="按钮">
        <Buttons />
      </Section>
      <Section title="消息">
        <Toasts />
      </Section>
      <Section title="弹窗与抽屉">
        <Layers />
      </Section>
      <Section title="小菜单">
        <Menus />
      </Section>
      <Section title="一行事实">
        <p className={dots['dotted']}>
          <span>中小学</span>
          <span>98 人</span>
          <span>更新于 09:38</span>
        </p>
      </Section>
      <Section title="正在加载">
        <SkeletonLines widths={[36, 72, 64]} />
      </Section>
    </div>
  )
}

const Tags = ({ quiet = false }: { quiet?: boolean }) => (
  <p className={styles['row']}>
    {meanings.map(([label, tone, of]) => (
      <StatusTag key={label} tone={tone} icon={of} quiet={quiet}>
        {label}
      </StatusTag>
    ))}
  </p>
)

const Buttons = () => (
  <div className={styles['row']}>
    <Button type="primary" icon={<Glyph of={PlusOutlined} />}>
      新建
    </Button>
    <Button>默认</Button>
    <Button type="primary" ghost>
      查询
    </Button>
    <Button danger>停用</Button>
    <Button type="link">链接</Button>
    <Button disabled>不可用</Button>
    <Button loading={true}>正在保存</Button>
    <button type="button" className={icon['button']} aria-label="更多" title="更多">
      <Glyph of={MoreOutlined} />
    </button>
  </div>
)

function Toasts() {
  const toast = useToast()
  return (
    <div className={styles['row']}>
      <Button onClick={() => toast.success('已保存')}>成功</Button>
      <Button onClick={() => toast.error('保存失败，请重试')}>失败</Button>
      <Button onClick={() => toast.undo('已停用 3 个机构', () => Promise.resolve())}>可撤销</Button>
    </div>
  )
}

const dialogs = { form: '填写', question: '询问', panes: '两栏' } as const
const sheets = { left: '从左边', below: '从下面', right: '整页' } as const

function Layers() {
  const [dialog, setDialog] = useState<keyof typeof dialogs>()
  const [sheet, setSheet] = useState<keyof typeof sheets>()
  const close = () => setDialog(undefined)
  return (
    <div className={styles['row']}>
      {listEntries(dialogs).map(([size, label]) => (
        <Button key={size} onClick={() => setDialog(size)}>
          弹窗：{label}
        </Button>
      ))}
      {listEntries(sheets).map(([from, label]) => (
        <Button key={from} onClick={() => setSheet(from)}>
          抽屉：{label}
        </Button>
      ))}
      {dialog && (
        <Dialog
          title={`弹窗：${dialogs[dialog]}`}
          size={dialog}
          onClose={close}
          foot={
            <>
              <Button onClick={close}>取消</Button>
              <Button type="primary" onClick={close}>
                确定
              </Button>
            </>
          }
        >
          <Input data-first="" aria-label="名称" placeholder="名称" />
        </Dialog>
      )}
      {sheet && (
        <SlideOver from={sheet} label={sheets[sheet]} onClose={() => setSheet(undefined)}>
          <div className={styles['inside']}>
            <Button onClick={() => setSheet(undefined)}>关闭</Button>
          </div>
        </SlideOver>
      )}
    </div>
  )
}

const listEntries = <Key extends string>(label: Readonly<Record<Key, string>>) =>
  Object.entries(label) as [Key, string][]

function Menus() {
  const [density, setDensity] = useState('默认')
  const toast = useToast()
  const choices = ['宽松', '默认', '紧凑'].map((label) => ({
    key: label,
    label,
    isChosen: label === density,
    onSelect: () => setDensity(label),
  }))
  return (
    <div className={styles['row']}>
      <SmallMenu
        label={`密度：${density}`}
        className={styles['trigger']!}
        button={`密度：${density}`}
        items={choices}
      />
      <SmallMenu
        label="更多"
        isIcon
        className={icon['button']!}
        button={<Glyph of={MoreOutlined} />}
        items={[
          {
            key: 'remind',
            label: '提醒',
            icon: <Glyph of={BellOutlined} />,
            onSelect: () => toast.success('已提醒'),
          },
          {
            key: 'delete',
            label: '删除',
            icon: <Glyph of={DeleteOutlined} />,
            isDanger: true,
            onSelect: () => toast.success('已删除 1 项'),
          },
        ]}
      />
    </div>
  )
}
