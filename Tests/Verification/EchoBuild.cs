namespace Tests.Verification;

/// <summary>The EchoServer sample. The build of the tests compiles the sample twice from the same files, and Fody weaves one of the two assemblies.</summary>
internal static class EchoBuild
{
    public static string NotWoven => PathOf("NotWoven");

    public static string Woven => PathOf("Woven");

    private static string PathOf(string build) =>
        Repository.PathOf("Samples", "EchoServer", build, "bin", Repository.Configuration, "net10.0", $"Echo.{build}.dll");
}
