namespace Tests.Packaging;

/// <summary>Finds out whether this machine has what native compilation needs besides packages: a linker, and zlib for programs of .NET 8.</summary>
internal static class Linker
{
    public static bool IsHere => (IsOnPath("clang") || IsOnPath("gcc")) && (!OperatingSystem.IsLinux() || File.Exists("/usr/include/zlib.h"));

    private static bool IsOnPath(string program) =>
        (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator).Any(folder => File.Exists(Path.Combine(folder, program)));
}
