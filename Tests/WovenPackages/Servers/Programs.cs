namespace Tests.WovenPackages.Servers;

/// <summary>Finds programs on this machine.</summary>
internal static class Programs
{
    /// <summary>Returns the full path of a program, or null if the program does not exist.</summary>
    /// <param name="name">The program's name.</param>
    /// <param name="first">Folders to search before those of PATH.</param>
    public static string? Find(string name, IEnumerable<string> first) =>
        first.Concat((Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator, StringSplitOptions.RemoveEmptyEntries))
            .Select(folder => Path.Combine(folder, name))
            .FirstOrDefault(File.Exists);
}
