import { Skeleton, Typography } from 'antd'

/** What is shown while an answer is on its way, in words too: the lines of a skeleton say nothing to who hears the page, and its title would be an empty heading. */
export function Coming() {
  return (
    <div role="status">
      <Typography.Text type="secondary">Loading</Typography.Text>
      <div aria-hidden="true"><Skeleton active title={false} paragraph={{ rows: 4 }} /></div>
    </div>
  )
}
