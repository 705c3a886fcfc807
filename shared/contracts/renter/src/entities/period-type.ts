const plain = (text: string): string => text.toLowerCase().replace(/[^a-z]/g, '')

/** Whether a rate period type is meant, however it is spelt (DEC-73). */
export const isPeriod = (type: string, name: 'Days' | 'Kms' | 'DaysUpselling'): boolean => plain(type) === plain(name)
