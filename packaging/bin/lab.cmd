@"%~dp0node.exe" "%~dp0..\terminal\out\main\cli.js" %*
