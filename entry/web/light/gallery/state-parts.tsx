import { useState } from 'react'
import { Button } from '#packages/web/light/button.tsx'
import { Card } from '#packages/web/light/card.tsx'
import { Foot } from '#packages/web/light/foot.tsx'
import { PersonIcon } from '#packages/web/light/icons.tsx'
import { ClockIcon, RecordIcon, ScreenIcon } from '#packages/web/light/more-icons.tsx'
import { HomeIcon, PageIcon } from '#packages/web/light/part-icons.tsx'
import { LinkRow, LinkList, DetailRow, DetailList } from '#packages/web/light/row.tsx'
import { BottomSheet } from '#packages/web/light/bottom-sheet.tsx'
import {
  DataAge,
  EmptyState,
  OfflineNote,
  PageLoadError,
  InlineLoadError,
  Skeleton,
} from '#packages/web/light/state-notice.tsx'
import { Tabs } from '#packages/web/light/tabs.tsx'
import { useToast } from '#packages/web/light/use-toast.tsx'
import { Group } from './group.tsx'
import styles from './gallery.module.css'

const nothing = () => {}
const tab = { href: '/lite', onClick: (event: { preventDefault: () => void }) => event.preventDefault() }

export function StateParts() {
  return (
    <>
      <Group caption="列表行 52，分隔线从 16 起">
        <DetailList>
          <DetailRow label="设备">Windows 10 Edge</DetailRow>
          <DetailRow label="地点" secondLine="学校网络，常用地点">
            云禾区文澜小学
          </DetailRow>
        </DetailList>
        <LinkList>
          <LinkRow icon={<PageIcon />} label="查看学区文件" note="PDF 1.2 MB" href="/lite" />
        </LinkList>
      </Group>
      <Group caption="加载（200 毫秒后出现）">
        <Skeleton />
      </Group>
      <Group caption="离线：旧数据照看，写入先存手机">
        <OfflineNote at="10:20" />
      </Group>
      <Group caption="过时：时间变色并带钟">
        <Card>
          <DataAge isStale={false}>数据截至 10:20</DataAge>
          <br />
          <DataAge isStale>数据截至 08:40</DataAge>
        </Card>
      </Group>
      <Group caption="部分失败：只有这一行说明">
        <DetailList>
          <DetailRow label="午餐">
            <InlineLoadError onRetry={nothing} />
          </DetailRow>
          <DetailRow label="到校">考勤设备离线，以班主任登记为准</DetailRow>
        </DetailList>
      </Group>
      <Group caption="整页出错">
        <PageLoadError onRetry={nothing} requestId="8F3A-27C1" hasDraft />
      </Group>
      <Group caption="空：为什么空，下一步做什么">
        <EmptyState title="没有待办事项">今天没有课，好好休息</EmptyState>
      </Group>
      <Layers />
    </>
  )
}

function Layers() {
  const { showMessage, toast } = useToast()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Group caption="撤销提示 8 秒；底部 69；底部栏 56">
        {toast}
        <div className={styles['clip']}>
          <Foot
            before={
              <Button kind="plain" size="task" onClick={() => setOpen(true)}>
                弹层
              </Button>
            }
          >
            <Button size="task" onClick={() => showMessage('已为 3 名学生记录“主动互助”', nothing)}>
              记录
            </Button>
          </Foot>
        </div>
        <div className={styles['clip']}>
          <Tabs
            tabs={[
              { ...tab, label: '首页', Icon: HomeIcon, isCurrent: true },
              { ...tab, label: '课表', Icon: RecordIcon, isCurrent: false },
              { ...tab, label: '消息', Icon: ClockIcon, isCurrent: false, count: 2 },
              { ...tab, label: '我的', Icon: PersonIcon, isCurrent: false },
            ]}
          />
        </div>
      </Group>
      {isOpen && (
        <BottomSheet title="选择代课教师" onClose={() => setOpen(false)}>
          <LinkList>
            <LinkRow icon={<ScreenIcon />} label="李文静" note="同学科，本节空课" onClick={() => setOpen(false)} />
            <LinkRow icon={<ScreenIcon />} label="吴建国" note="本节空课" onClick={() => setOpen(false)} />
          </LinkList>
        </BottomSheet>
      )}
    </>
  )
}
