export interface ExtrasTables {
  /** Units of an extra that a station can still give. */
  extra_stock: {
    tenant_id: string
    place: string
    extra_id: string
    units_left: number
  }
}
