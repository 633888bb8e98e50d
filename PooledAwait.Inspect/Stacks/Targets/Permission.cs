using System.Globalization;
using System.Text.RegularExpressions;

namespace PooledAwait.Inspect.Stacks.Targets;

/// <summary>Explains why this tool has no permission to read or stop a process, and what the user can do.</summary>
internal static partial class Permission
{
    private const string PtraceScope = "/proc/sys/kernel/yama/ptrace_scope";

    /// <summary>The bit number of CAP_SYS_PTRACE.</summary>
    private const int TraceCapability = 19;

    public static string WhyNot(int process, string name)
    {
        try
        {
            return WhyNot(
                name, File.ReadAllText($"/proc/{process}/status"), File.ReadAllText("/proc/self/status"),
                File.Exists(PtraceScope) ? int.Parse(File.ReadAllText(PtraceScope), CultureInfo.InvariantCulture) : 0);
        }
        catch (IOException)
        {
            return $"{name} has ended.";
        }
    }

    /// <param name="name">The process's name in messages.</param>
    /// <param name="process">The content of the process's <c>/proc/.../status</c>.</param>
    /// <param name="tool">The content of the same file of this tool's process.</param>
    /// <param name="ptraceScope">The machine's <c>kernel.yama.ptrace_scope</c>; 0 if there is none.</param>
    public static string WhyNot(string name, string process, string tool, int ptraceScope)
    {
        if (Value(process, "TracerPid") is not "0" and var tracer)
        {
            return $"{name} may not be stopped: process {tracer} already traces it, as a debugger does. End that process first.";
        }

        if (ptraceScope > 2)
        {
            return $"{name} may not be stopped: kernel.yama.ptrace_scope is {ptraceScope} on this machine, so nobody may stop a process. Let the process write a dump instead, with --dump.";
        }

        if ((long.Parse(Value(tool, "CapEff"), NumberStyles.HexNumber, CultureInfo.InvariantCulture) >> TraceCapability & 1) != 0)
        {
            return $"{name} may not be read or stopped, although this tool has the capability CAP_SYS_PTRACE: a security module, or another user namespace, forbids it. Let the process write a dump instead, with --dump.";
        }

        var (owner, own) = (Value(process, "Uid"), Value(tool, "Uid"));
        return owner != own ? $"{name} belongs to user {owner}, and this tool runs as user {own}. Run it as that user or as root."
            : ptraceScope > 0 ? $"{name} may not be stopped: kernel.yama.ptrace_scope is {ptraceScope} on this machine. Run this tool as root, or let the process write a dump, with --dump."
            : $"{name} may not be read: this tool lacks the capability CAP_SYS_PTRACE. Start this tool's container with --cap-add SYS_PTRACE, or let the process write a dump, with --dump.";
    }

    /// <summary>Returns the first word after a name. In the line of user ids, the first word is the id of the real user.</summary>
    private static string Value(string status, string name) => Line().Matches(status).FirstOrDefault(line => line.Groups["name"].Value == name)?.Groups["value"].Value ?? "0";

    [GeneratedRegex(@"^(?<name>\w+):\s*(?<value>\w+)", RegexOptions.Multiline)]
    private static partial Regex Line();
}
