"""Converts a document to PDF, or a spreadsheet to .xlsx. Runs inside the sandbox. In Python, because LibreOffice offers
no other way to choose the filter and to change a document between opening and storing it."""

import os
import subprocess
import sys
import time

import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.connection import NoConnectException

source, target, reader, writer, pages, facts = sys.argv[1:]
program = '/usr/lib/libreoffice/program'
profile = '/scratch/profile'
pipe = 'pipe,name=preview;urp;'
please_start_again = 81
never = 0


def settings(**values):
    return tuple(PropertyValue(Name=name, Value=value) for name, value in values.items())


def spare_second_start():
    """Marks the extension search of a new profile as done; otherwise LibreOffice searches and then restarts."""
    with open(f'{program}/versionrc', encoding='utf8') as facts:
        build = next((line[8:].strip() for line in facts if line.startswith('buildid=')), '')
    os.makedirs(f'{profile}/user/extensions', exist_ok=True)
    with open(f'{profile}/user/extensions/buildid', 'w', encoding='utf8') as mark:
        mark.write(build)


def start():
    command = [f'{program}/soffice.bin', '--headless', '--norestore', '--nolockcheck', '--nodefault']
    command += [f'-env:UserInstallation=file://{profile}', f'--accept={pipe}']
    resolver = uno.getComponentContext().ServiceManager.createInstance('com.sun.star.bridge.UnoUrlResolver')
    office = subprocess.Popen(command)
    while office.poll() in (None, please_start_again):
        if office.poll() is not None:
            office = subprocess.Popen(command)
        try:
            return resolver.resolve(f'uno:{pipe}StarOffice.ComponentContext')
        except NoConnectException:
            time.sleep(0.02)
    sys.exit('LibreOffice did not start')


def fit_to_width(document):
    """Scales a sheet that is wider than its paper to the page width; otherwise it would be cut into strips."""
    styles = document.StyleFamilies.getByName('PageStyles')
    for at in range(document.Sheets.Count):
        sheet = document.Sheets.getByIndex(at)
        style = styles.getByName(sheet.PageStyle)
        if style.PageScale != 100 or style.ScaleToPages or style.ScaleToPagesX or style.ScaleToPagesY:
            continue  # the author has set a scale
        cursor = sheet.createCursor()
        cursor.gotoEndOfUsedArea(False)
        width = sheet.getCellRangeByPosition(0, 0, cursor.RangeAddress.EndColumn, 0).Size.Width
        paper = style.Width - style.LeftMargin - style.RightMargin
        if width <= paper:
            continue
        if width > 1.2 * paper and style.Width < style.Height:
            long, short = style.Height, style.Width
            style.IsLandscape, style.Width, style.Height = True, long, short
        style.ScaleToPagesX, style.ScaleToPagesY = 1, 0


spare_second_start()
context = start()
os.write(int(facts), b'begun\n')  # from here on, a failure is an error of the document
desktop = context.ServiceManager.createInstanceWithContext('com.sun.star.frame.Desktop', context)
how = settings(Hidden=True, FilterName=reader, MacroExecutionMode=never, UpdateDocMode=never)
document = desktop.loadComponentFromURL(f'file://{source}', '_blank', 0, how)
if document is None:
    sys.exit('the document could not be opened')
if writer.endswith('_pdf_Export'):
    if document.supportsService('com.sun.star.sheet.SpreadsheetDocument'):
        fit_to_width(document)
    extent = uno.Any('[]com.sun.star.beans.PropertyValue', settings(PageRange=f'1-{pages}'))
    document.storeToURL(f'file://{target}', settings(FilterName=writer, FilterData=extent))
else:
    document.storeToURL(f'file://{target}', settings(FilterName=writer))
