namespace Tests.Packaging;

/// <summary>What makes a program of native code, which no package brings.</summary>
internal static class Linker
{
    public static bool IsHere => IsOnPath("clang") || IsOnPath("gcc");

    private static bool IsOnPath(string program) =>
        (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator).Any(folder => File.Exists(Path.Combine(folder, program)));
}
