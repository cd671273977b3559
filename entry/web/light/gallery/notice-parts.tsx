import { Card } from '#packages/web/light/card.tsx'
import { Milestones } from '#packages/web/light/milestones.tsx'
import { Note } from '#packages/web/light/note.tsx'
import { Tag } from '#packages/web/light/tag.tsx'
import { Group } from './group.tsx'
import styles from './gallery.module.css'

export function NoticeParts() {
  return (
    <>
      <Group caption="状态标签：图标 + 文字 + 底色">
        <Card>
          <div className={styles['tags']}>
            <Tag state="passed">已通过</Tag>
            <Tag state="underway">审核中</Tag>
            <Tag state="waiting">待我处理</Tag>
            <Tag state="returned">退回补正</Tag>
            <Tag state="refused">未通过</Tag>
            <Tag state="overdue">逾期</Tag>
            <Tag state="draft">草稿</Tag>
            <Tag state="unusual">新地点</Tag>
            <Tag state="chosen">主要联系人</Tag>
          </div>
        </Card>
      </Group>
      <Group caption="提示条 14/22，一屏最多一条">
        <Note kind="info">报名不分先后，无需抢报。</Note>
        <Note kind="warning">地点与您平时不同，不是您就请取消。</Note>
        <Note kind="error">有 1 处需要修改：手机号</Note>
        <Note kind="success">已保存。</Note>
        <Note kind="waiting">正在排队，前面还有 12 人，约 1 分钟。</Note>
      </Group>
      <Group caption="先后次序">
        <Card title="时间安排">
          <Milestones
            now={0}
            items={[
              { title: '网上报名', when: '5月18日 9:00 至 22日 17:00' },
              { title: '学校审核、补正', when: '5月23日 至 6月5日' },
              { title: '公布录取结果', when: '6月18日 9:00' },
            ]}
          />
        </Card>
      </Group>
    </>
  )
}
